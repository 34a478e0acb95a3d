import type { Translated } from '../language.ts';
import type { machineIssues as EnglishMachineIssues, machineLosses as EnglishMachineLosses } from '../machine.ts';

export const machineLosses: Translated<typeof EnglishMachineLosses> = {
  'line-without-position': '{count lijn|lijnen} weggelaten: een hoekpunt heeft geen positie',
  'text-without-position': '{count tekst|teksten} weggelaten: geen positie',
  'alignment-without-position': '{count as|assen} weggelaten: de as is niet geheel bekend',
  'plane-without-position': '{count plat vlak|platte vlakken} weggelaten: niet geheel bekend',
  'control-without-position': '{count grondslagpunt|grondslagpunten} weggelaten: geen oosting en noording',
  'triangle-left-out': '{count driehoek|driehoeken} weggelaten: een hoekpunt heeft geen positie of geen hoogte',
  'line-too-short': '{count lijn|lijnen} weggelaten: minder dan twee hoekpunten',
  'line-too-long': '{count lijn|lijnen} weggelaten: meer dan 65535 hoekpunten',
  'line-name-left-out':
    'namen en codes van {count lijn|lijnen} weggelaten: het formaat heeft er geen bekende plaats voor',
  'line-closing-repeated':
    '{count gesloten lijn|gesloten lijnen} geschreven met het eerste hoekpunt nogmaals aan het eind',
  'clothoid-stroked':
    '{count clothoïde|clothoïden} van assen als koorden binnen 1 mm geschreven: hoe het formaat clothoïden bewaart is niet bekend',
  'section-left-out': '{count dwarsprofiel|dwarsprofielen} weggelaten: het formaat heeft er geen bewezen plaats voor',
  'station-equation-left-out':
    '{count metreringssprong|metreringssprongen} weggelaten: het formaat heeft er geen bekende plaats voor',
  'alignment-joined':
    '{count element|elementen} van assen verplaatst naar het einde van het vorige element: het formaat sluit ze op elkaar aan',
  'vertical-arc-as-parabola':
    '{count verticale cirkelboog|verticale cirkelbogen} als afrondingen van dezelfde lengte geschreven',
  'text-broken':
    '{count tekst|teksten} worden met meer regels gelezen: het formaat ziet “\\P” in een tekst als een nieuwe regel',
  'text-justification-lost': '{count tekst|teksten} geplaatst met de hoek linksonder: het formaat kent geen uitlijning',
  'layer-default': '{count laag|lagen} “Default” toegevoegd voor objecten zonder laag',
  'control-position-incomplete':
    'WGS 84-posities van {count grondslagpunt|grondslagpunten} weggelaten: breedte of lengte ontbreekt',
  'control-code-left-out':
    'codes van {count grondslagpunt|grondslagpunten} weggelaten: het formaat kan ze niet bevatten',
  'control-residual-joined':
    'horizontale restfouten van {count grondslagpunt|grondslagpunten} als lengten geschreven, zonder hun delen',
  'control-use-joined':
    '{count grondslagpunt|grondslagpunten}, alleen in ligging of alleen in hoogte gebruikt, als in beide gebruikt geschreven',
  'breakline-left-out':
    '{count breuklijn|breuklijnen} van terreinmodellen weggelaten: alleen zijden van driehoeken worden geschreven',
  'boundary-left-out': '{count rand|randen} van terreinmodellen weggelaten: de driehoeken tonen ze',
  'surface-layer-left-out':
    'lagen van {count terreinmodel|terreinmodellen} weggelaten: het formaat kan ze niet bevatten',
};

export const machineIssues: Translated<typeof EnglishMachineIssues> = {
  'machine-no-sample':
    'het bestand begint niet met “Topcon {kind}”, en van een ander {kind} bestaat geen openbaar voorbeeld; het kan niet worden gelezen',
  'not-machine-file': 'het bestand begint niet met “Topcon TP3” of het kenmerk van een verwant formaat',
  'directory-missing': [
    'geen tabellenlijst op positie {places} van dit {kind}-bestand: het is beschadigd, of de opbouw ervan is niet bekend',
    'als andere programma’s het lezen, stuur de uitvoer van “fieldbridge inspect --raw”',
  ],
  'layout-not-known': [
    'dit {kind}-bestand bevat de tabellen {tables}, maar niet tabel {needed} zoals een TP3; er wordt niets geraden',
    '“fieldbridge inspect --raw” toont wat er is',
  ],
  'directory-cut': 'de lijst heeft {stated} plaatsen; het bestand eindigt na {found}',
  'page-loop': '{page} is al gelezen; de keten is daar afgebroken',
  'page-outside': '{page} ligt op positie {offset}, buiten het bestand',
  'page-not-a-page': '{page} heeft de kop van iets anders; de keten is daar afgebroken',
  'page-differs': '{page} heeft records van een andere grootte of een ander nummer; de keten is daar afgebroken',
  'page-back-link': '{page} noemt een andere pagina als voorganger',
  'page-overlap': '{page} overlapt andere: alle pagina’s samen zijn groter dan het bestand',
  'page-empty': 'tabel {table} heeft meer dan {most} lege pagina’s',
  'page-overfull': '{page} geeft {stated} records op en heeft plaats voor {most}; die zijn gelezen',
  'page-cut': '{page} geeft {stated} records op; het bestand eindigt na {found}',
  'page-header-unknown': 'tabel {table} is overgeslagen: haar paginakoppen hebben {size} bytes; bekend zijn 18 en 22',
  'table-doubled': 'tabel {table} staat twee keer in de lijst; de eerste is gelezen',
  'table-unknown': 'tabel {table} is overgeslagen: wat haar {records} records van {size} bytes bevatten is niet bekend',
  'record-short':
    'tabel {table} ({title}) is overgeslagen: haar records hebben {size} bytes en hebben er {least} nodig',
  'record-size': 'de teksten van tabel {table} zijn leeg: haar records hebben {size} bytes in plaats van {expected}',
  'node-loop': '{list} van een as afgebroken: elementen herhalen zich',
  'node-outside': '{list} van een as afgebroken: een verwijzing leidt buiten het bestand',
  'node-not-a-node': '{list} van een as afgebroken: een element ontbreekt',
  'node-unknown': {
    text: 'een element van een as van type {type} met {size} bytes {fault}; {consequence}',
    clauses: {
      fault: { unknown: 'is onbekend', short: 'heeft {needed} bytes nodig' },
      consequence: { 'left-out': 'het is weggelaten', 'axis-ends': 'de as eindigt daar' },
    },
  },
  'content-mismatch': 'het bestand heet .{extension} maar bevat {kind}; zo is het gelezen',
  'origin-not-finite': '{kind} “{name}” heeft geen bruikbare oorsprong; overgeslagen',
  'reference-missing': '{what} verwijst naar {missing}, en dat is er niet; weggelaten',
  'coordinate-not-finite': '{what} weggelaten: de positie is niet eindig',
  'line-cut': 'een lijn noemt {stated} hoekpunten; er zijn er {found}',
  'point-time-unknown': 'punten hebben {size} bytes; waar hun tijd staat is alleen bekend voor 26 en 30',
  'text-layout-assumed': '{count label|labels} gelezen met een opbouw die past, maar niet bewezen is',
  'control-value-unusable': '{fields} van het grondslagpunt “{name}” weggelaten: geen mogelijke waarde',
  'control-position-unmarked':
    'de getallen op de plaats van een WGS 84-positie van {count grondslagpunt|grondslagpunten} weggelaten: hun vlaggen zeggen dat ze geen positie hebben',
  'control-residual-length':
    'horizontale restfouten van {count grondslagpunt|grondslagpunten} weggelaten: het bestand heeft alleen hun lengte',
  'plane-slope-assumed':
    'richting en helling van {count plat vlak|platte vlakken} als hoeken gelezen, wat past bij het enige voorbeeld maar niet bewezen is',
  'surface-cut': 'het terreinmodel “{name}” geeft op: {stated} {what}; er zijn er {found}',
  'triangle-skipped':
    '{count driehoek|driehoeken} van het terreinmodel “{name}” weggelaten: een hoekpunt ontbreekt, is niet eindig of heeft geen hoogte',
  'neighbours-wrong':
    'de verbindingen tussen driehoeken van het terreinmodel “{name}” weggelaten: {wrong} delen geen zijde',
  'edge-not-in-surface':
    '{count dwangzijde|dwangzijden} van {edges} van het terreinmodel “{name}” weggelaten: geen zijden van zijn driehoeken',
  'alignment-empty': 'de as “{name}” is weggelaten: ze heeft geen elementen',
  'alignment-start-missing': 'de elementen van de as “{name}” zijn weggelaten: ze heeft geen begin',
  'alignment-element-damaged': 'de as “{name}” eindigt bij een element zonder bruikbare lengte, richting of straal',
  'alignment-curve-assumed': [
    '{count boog|bogen} van de as “{name}” gelezen als cirkelbogen uit straal, lengte en richting: alleen de lengte is bewezen',
    'controleer de posities daarna',
  ],
  'template-skipped':
    '{count standaarddwarsprofiel|standaarddwarsprofielen} van de as “{name}” weggelaten: {templates}',
  'experimental-only': [
    'geen {kind} van de fabrikant is ooit gezien; dit zou geraden zijn, en raden op een machine is gevaarlijk',
    'schrijf een TP3, of zeg experimental=true om het toch te krijgen',
  ],
  'nothing-to-write': 'de opdracht heeft niets dat het formaat {kind} kan bevatten{why}',
  'too-large-for-format': 'het formaat bevat ten hoogste {most} {what}; de opdracht heeft er {found}',
  'precision-too-low': [
    'LN3 bevat getallen van enkele precisie: een coördinaat zou {moved} mm verschuiven, en meer dan {most} mm wordt geweigerd',
    'schrijf een TP3, of zet lijnen die ver uit elkaar liggen op eigen lagen',
  ],
  'single-precision': '{count coördinaat|coördinaten} afgerond op enkele precisie, met ten hoogste {most} mm',
  'surface-not-found': 'de opdracht heeft geen terreinmodel “{name}”; aanwezig: {names}',
  'surface-not-chosen': [
    '{count terreinmodel|terreinmodellen} weggelaten: een TN3 bevat er één, en “{name}” is geschreven',
    'kies een ander met de optie surface',
  ],
  experimental: [
    'het bestand volgt een onderzoek van echte bestanden, niet de documenten van de fabrikant',
    'controleer het op de machine voordat ermee wordt gewerkt',
  ],
};
