/** Looks of the element; colours follow its theme. */
export const STYLE = `
:host{display:block;position:relative;min-height:240px;font:var(--fieldbridge-text,14px)/1.4 system-ui,sans-serif;contain:content;
--paper:#fbfbf9;--ink:#1f2328;--quiet:#5b636d;--line:#d5d8dc;--panel:#fff;--mark:#0b62b3}
:host([theme=dark]){--paper:#16181c;--ink:#e6e6e6;--quiet:#a0a7b0;--line:#3a3f46;--panel:#202329;--mark:#6cb3f2;color-scheme:dark}
:host([theme=print]){--paper:#fff;--ink:#000}
*{box-sizing:border-box}
.whole{position:absolute;inset:0;display:grid;grid-template:auto 1fr auto auto/1fr auto;background:var(--paper);color:var(--ink)}
.tools,.status{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:4px;align-items:center;padding:4px 8px;background:var(--panel)}
.tools{border-bottom:1px solid var(--line);min-height:41px}
.status{min-height:26px;border-top:1px solid var(--line);color:var(--quiet);font-size:.857em;gap:4px 16px;font-variant-numeric:tabular-nums}
.kinds{display:contents}
.picture{position:relative;min-width:0;overflow:hidden}
.picture canvas:focus-visible{outline:2px solid var(--mark);outline-offset:-3px}
button,select,input{font:inherit;color:inherit}
button,select{background:none;border:1px solid transparent;border-radius:6px;padding:4px 9px;min-height:32px;cursor:pointer}
select{border-color:var(--line);background:var(--panel)}
button:hover{background:color-mix(in srgb,var(--mark) 12%,transparent)}
button[aria-pressed=true]{background:var(--mark);color:var(--panel)}
label{display:inline-flex;gap:6px;align-items:center}
.tools .end{margin-left:auto;display:inline-flex;gap:4px}
aside{width:21.4em;overflow:auto;border-left:1px solid var(--line);background:var(--panel);padding:8px 12px}
aside:empty,aside[hidden]{display:none}
h2{font-size:1em;margin:8px 0 6px}
table{border-collapse:collapse;width:100%;font-size:.929em}
td,th{padding:2px 6px 2px 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
td{font-variant-numeric:tabular-nums}.figures td{white-space:nowrap;overflow-wrap:normal}
th{font-weight:400;color:var(--quiet);width:40%}
thead th{width:auto;overflow-wrap:normal}
ul{list-style:none;margin:6px 0;padding:0}
li{display:flex;gap:6px;align-items:center}
li label{flex:1;min-width:0;overflow-wrap:anywhere;min-height:28px}
li input[type=range]{width:44px}
.layers li{display:block}.layers li>div{display:flex;gap:4px;align-items:center}.layers ul{margin:0 0 0 12px}
.layers label{min-width:0}.layers label input{flex:none}.layers small{color:var(--quiet)}.layers button{padding:4px}
.layers .fold{min-width:22px;padding:0}.layers:has(.fold) li>div>label:first-child{margin-left:26px}
.field{display:block;margin:6px 0;font-size:.929em;color:var(--quiet)}.field>*{display:block;width:100%;min-height:32px;border:1px solid var(--line);border-radius:6px;padding:4px 8px;background:none;color:var(--ink)}
.main{background:var(--mark);color:var(--panel)}
.beside{grid-column:1/-1;min-width:0}
.plot{border-top:1px solid var(--line);background:var(--panel);max-height:45cqh;overflow:auto}
.bar{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:center;padding:4px 8px}.bar .end{margin-left:auto}
.bar>span{display:inline-flex;gap:4px;align-items:center}.bar>[hidden]{display:none}
.bar input{width:90px;min-height:32px;padding:4px;border:1px solid var(--line);border-radius:6px;background:none}
.bar output{font-variant-numeric:tabular-nums}
.legend{flex-wrap:wrap;gap:4px 10px!important}.legend i{display:inline-block;width:18px;border-top:3px solid;margin:0 4px 4px 0}
.hint{margin:4px 12px;color:var(--quiet)}.hint:empty{display:none}
.section{display:block;width:100%;height:clamp(130px,26cqh,420px);touch-action:none;cursor:crosshair}.section.empty{display:none}.section:focus-visible{outline:2px solid var(--mark);outline-offset:-3px}
.section text{font-size:11px;fill:var(--quiet)}.grid{stroke:var(--line)}.cursor line{stroke:var(--ink);stroke-dasharray:4 3}
.curve{fill:none;stroke:currentColor;stroke-width:2}.cursor .curve{fill:var(--panel)}
.c0{color:#c3352b}.c1{color:#2a7de1}.c2{color:#2f9e44}.c3{color:#b76e00}.c4{color:#9047c9}.c5{color:#0f8f8f}
.plot details{padding:4px 12px}.plot td,.plot th{width:auto}
.choices{display:flex;flex-wrap:wrap;gap:4px}.choices button,aside .hint button,.found button{border-color:var(--line)}
.found td,.found th{width:auto}.found .swatch{margin-right:4px}aside form .main{width:100%;margin:4px 0 8px}
.swatch{display:inline-block;width:12px;height:12px;border-radius:3px;border:1px solid var(--line);flex:none}
input[type=search]{width:100%;padding:5px 8px;border:1px solid var(--line);border-radius:6px;background:none}
.note{position:absolute;left:12px;top:12px;max-width:min(420px,80%);padding:8px 12px;border-radius:6px;background:var(--panel);
border:1px solid var(--line);box-shadow:0 2px 8px #0003;pointer-events:none}
.note button{pointer-events:auto;border-color:var(--line)}
.still{position:absolute;inset:0;width:100%;height:100%;object-fit:contain;background:#fff}
.note:empty{display:none}
@media(pointer:coarse){button,select{min-height:44px;min-width:44px}li label{min-height:44px}}
@container(max-width:640px){.whole{grid-template:1fr auto auto auto auto/1fr}.picture{grid-row:1}
.tools{grid-row:5;border:0;border-top:1px solid var(--line);flex-wrap:nowrap;overflow-x:auto}.tools>*{flex:none}
aside{grid-row:2;width:auto;max-height:45vh;border:0;border-top:1px solid var(--line)}.beside{grid-row:3}.plot{max-height:52cqh}.section{height:130px}.bar>select{flex:1 1 40%;min-width:0}.bar output{order:-1;flex:1 1 60%;font-size:.857em}.bar .end{order:-1}.status{grid-row:4}.tools .end{margin:0}}
:host{container-type:size}
.printed{display:none;position:absolute;inset:0;width:100%;height:100%;object-fit:contain}
@media print{.tools,aside,.note,.of-screen{display:none}.whole{grid-template:1fr auto auto/1fr}.picture{grid-row:1}.status{border:0}.picture canvas{display:none!important}.picture .printed{display:block!important}
:host,:host([theme=dark]){--paper:#fff;--ink:#000;--quiet:#333;--line:#bbb;--panel:#fff;color-scheme:light}.picture{background:#fff!important}}
`;
