/** Position of a vertex: integers of its chunk minus the camera's, exactly; then one multiplication. */
const PLACE = `#version 300 es
precision highp float; precision highp int; precision highp sampler2D;
uniform ivec3 u_origin; uniform mat3 u_matrix; uniform vec3 u_shift; uniform int u_ground; uniform sampler2D u_pens;
vec3 offset(ivec2 at, int up) {
  return vec3(at - u_origin.xy, (up == -2147483647 - 1 ? u_ground : up) - u_origin.z);
}
vec4 place(vec3 d) { return vec4(u_matrix * d + u_shift, 1); }
vec4 ink(uint pen) { return texelFetch(u_pens, ivec2(int(pen & 255u), int(pen >> 8)), 0); }
const vec4 NOWHERE = vec4(2, 2, 2, 1);
`;

const FILL = `#version 300 es
precision mediump float;
flat in vec4 v_ink; out vec4 colour;
void main() { colour = vec4(v_ink.rgb * v_ink.a, v_ink.a); }`;

/** Thin lines, and areas filled by triangles (`u_fade` below 1). */
export const THIN = {
  vertex: `${PLACE}
in ivec2 a_at; in int a_up; in uint a_pen; uniform float u_fade; uniform vec2 u_beside; flat out vec4 v_ink;
void main() {
  v_ink = ink(a_pen) * vec4(1, 1, 1, u_fade);
  gl_Position = v_ink.a == 0. ? NOWHERE : place(offset(a_at, a_up)) + vec4(u_beside, 0, 0);
}`,
  fragment: FILL,
};

/** Wide and dashed lines: each segment a quad of four vertices that know both ends. */
export const WIDE = {
  vertex: `${PLACE}
in ivec2 a_at; in ivec2 a_to; in int a_up; in int a_toUp; in uint a_pen; in float a_along; in float a_side;
in vec4 a_dashes; in vec4 a_more; in float a_width;
uniform vec2 u_half; uniform float u_ratio; uniform float u_step;
flat out vec4 v_ink; flat out vec4 v_dashes; flat out vec4 v_more; out float v_along;
void main() {
  v_ink = ink(a_pen);
  // Below 0: in steps of the chunk, not in pixels of the page.
  float unit = a_dashes.x < 0. ? -u_step : u_ratio;
  v_dashes = a_dashes * unit; v_more = a_more * unit;
  vec4 here = place(offset(a_at, a_up)), there = place(offset(a_to, a_toUp));
  // At the end of a segment a_to is its start, so that left and right are swapped.
  vec2 line = (there.xy - here.xy) * u_half;
  float length = length(line);
  vec2 ahead = length > 0. ? line / length : vec2(1, 0);
  if (v_ink.a == 0.) { gl_Position = NOWHERE; return; }
  float wide = a_width * u_ratio * .5;
  vec2 out_ = vec2(-ahead.y, ahead.x) * a_side * wide;
  bool solid = a_dashes.x == 0.;
  vec2 cap = solid ? -ahead * wide * .5 : vec2(0);
  gl_Position = here + vec4((out_ + cap) / u_half, 0, 0);
  v_along = a_along * u_step;
}`,
  fragment: `#version 300 es
precision highp float;
flat in vec4 v_ink; flat in vec4 v_dashes; flat in vec4 v_more; in float v_along; out vec4 colour;
void main() {
  float first = v_dashes.x + v_dashes.y, second = first + v_dashes.z + v_dashes.w;
  float third = second + v_more.x + v_more.y, period = third + v_more.z + v_more.w;
  // Indistinguishable dashes become a line.
  if (period > 3.) {
    float at = mod(v_along, period);
    bool isGap = at < first ? at > v_dashes.x : at < second ? at > first + v_dashes.z
      : at < third ? at > second + v_more.x : at > third + v_more.z;
    if (isGap) discard;
  }
  colour = vec4(v_ink.rgb * v_ink.a, v_ink.a);
}`,
};

/** Pictures: triangles, with the share of the way across and up at each corner. */
export const PICTURE = {
  vertex: `${PLACE}
in ivec2 a_at; in uint a_pen; in float a_along; in float a_side; uniform float u_alpha;
flat out float v_alpha; out vec2 v_share;
void main() {
  v_alpha = u_alpha < 0. ? ink(a_pen).a : u_alpha; v_share = vec2(a_along, 1. - a_side);
  gl_Position = v_alpha == 0. ? NOWHERE : place(offset(a_at, -2147483647 - 1));
}`,
  fragment: `#version 300 es
precision highp float;
uniform sampler2D u_picture; flat in float v_alpha; in vec2 v_share; out vec4 colour;
void main() { colour = texture(u_picture, v_share) * v_alpha; }`,
};

/** Points: shapes by number, the same for the same code. */
export const POINTS = {
  vertex: `${PLACE}
in ivec2 a_at; in int a_up; in uint a_pen; in uint a_shape; uniform float u_size;
flat out vec4 v_ink; flat out uint v_shape; flat out float v_size;
void main() {
  v_ink = ink(a_pen); v_shape = a_shape;
  gl_Position = v_ink.a == 0. ? NOWHERE : place(offset(a_at, a_up));
  v_size = a_shape == 6u ? u_size * 1.7 : u_size;
  gl_PointSize = v_size;
}`,
  fragment: `#version 300 es
precision mediump float;
flat in vec4 v_ink; flat in uint v_shape; flat in float v_size; out vec4 colour;
void main() {
  vec2 p = (gl_PointCoord - .5) * 2.; vec2 q = abs(p); float thin = 3. / v_size; float d;
  if (v_size < 5. || v_shape == 0u) d = length(p) - .85;
  else if (v_shape == 1u) d = max(q.x, q.y) - .7;
  else if (v_shape == 2u) d = max(q.x * 1.2 + p.y * -.6, p.y) - .62;
  else if (v_shape == 3u) d = q.x + q.y - .9;
  else if (v_shape == 4u) d = max(min(q.x, q.y) - thin * .5, max(q.x, q.y) - .9);
  else if (v_shape == 5u) d = max(abs(q.x - q.y) - thin * .7, max(q.x, q.y) - .75);
  else d = min(abs(max(q.x * 1.2 + p.y * -.6, p.y) - .55) - thin * .6, length(p) - thin);
  float a = clamp(.5 - d * v_size * .5, 0., 1.) * v_ink.a;
  if (a < .02) discard;
  colour = vec4(v_ink.rgb * a, a);
}`,
};

/** Triangles of surfaces. u_style: 1 shaded, 2 by height, 3 by slope, 4 contours only. No normals are sent. */
export const MESH = {
  vertex: `${PLACE}
in ivec2 a_at; in int a_up; uniform float u_stepLength; out vec3 v_place;
void main() {
  vec3 d = offset(a_at, a_up);
  v_place = d * u_stepLength;
  gl_Position = place(d);
}`,
  fragment: `#version 300 es
precision highp float; precision highp int;
uniform int u_style; uniform vec2 u_heights; uniform float u_phase; uniform float u_interval; uniform vec4 u_ink;
in vec3 v_place; out vec4 colour;
vec3 ramp(float t) {
  t = clamp(t, 0., 1.);
  vec3 a = vec3(.19, .42, .62), b = vec3(.36, .66, .45), c = vec3(.93, .83, .48), d = vec3(.72, .35, .20);
  return t < .33 ? mix(a, b, t * 3.) : t < .66 ? mix(b, c, (t - .33) * 3.) : mix(c, d, (t - .66) * 3.);
}
void main() {
  vec3 n = normalize(cross(dFdx(v_place), dFdy(v_place)));
  if (n.z < 0.) n = -n;
  float light = .45 + .55 * max(0., dot(n, normalize(vec3(-.5, .5, .9))));
  float height = v_place.z;
  vec3 base = u_style == 2 ? ramp((height - u_heights.x) / max(u_heights.y - u_heights.x, 1e-6))
    : u_style == 3 ? ramp(sqrt(1. - n.z * n.z) / max(n.z, 1e-4) / 1.) : vec3(.80, .76, .66);
  float alpha = u_style == 4 ? 0. : u_ink.a;
  vec3 seen = base * light;
  if (u_interval > 0.) {
    // u_phase: the elevation of the middle beyond a fifth contour, so that large elevations lose no digits.
    float steps = (height + u_phase) / u_interval;
    float width = fwidth(steps);
    float line = abs(fract(steps + .5) - .5) / max(width, 1e-6);
    bool fifth = abs(fract(steps / 5. + .5) - .5) * 5. < width * 1.2;
    float a = clamp((fifth ? 1.4 : .9) - line, 0., 1.) * (width < .5 ? 1. : 0.) * (fifth ? .9 : .6);
    seen = mix(seen, u_ink.rgb, u_style == 4 ? 1. : a);
    alpha = max(alpha, a);
  }
  if (alpha < .01) discard;
  colour = vec4(seen * alpha, alpha);
}`,
};
