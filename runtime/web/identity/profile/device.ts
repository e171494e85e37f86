/** A short name for a user agent: `Chrome · Windows`. Empty when nothing is recognised. */
export function deviceName(agent: string): string {
  return [nameIn(browsers, agent), nameIn(systems, agent)].filter((name) => name !== '').join(' · ')
}

// The order matters: most browsers also mention others.
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Windows', /Windows/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

function nameIn(patterns: readonly (readonly [string, RegExp])[], agent: string): string {
  return patterns.find(([, shape]) => shape.test(agent))?.[0] ?? ''
}
