/**
 * Icons of file types: a sheet with the ending of the name. Both texts come from the address, so that only a few
 * characters are let through; neither can leave its place in the document.
 */

const colorShape = /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|rgb\((?:\d{1,3}),\s?(?:\d{1,3}),\s?(?:\d{1,3})\))$/i
// Guard T57: icons show letters and digits only.
// Without: const suffixShape = /^[^]*$/
const suffixShape = /^[a-z0-9]{0,32}$/i

/** What a file without an ending shows. */
const noSuffix = 'FILE'

/**
 * The icon as SVG, 512 × 512. Null when a text has another shape.
 * @param suffix letters and digits, of which the first four are shown; "" = none
 * @param background `rgb(1,2,3)`, `#123` or `#112233`; "" = a color of its own for each suffix
 */
export function drawSuffixIcon(suffix: string, background: string): string | null {
  // Guard T57: icons have colors only.
  // Without: if (!suffixShape.test(suffix)) return null
  if (!suffixShape.test(suffix) || (background !== '' && !colorShape.test(background))) return null
  const shown = suffix === '' ? noSuffix : suffix.slice(0, 4).toUpperCase()
  const color = background === '' ? ownColor(shown) : background
  const sheet = 'M128 0c-18 0-32 14-32 32v448c0 18 14 32 32 32h320c18 0 32-14 32-32V128L352 0z'
  const label = 'M416 416c0 9-7 16-16 16H48c-9 0-16-7-16-16V256c0-9 7-16 16-16h352c9 0 16 7 16 16z'
  const font = 'fill="#fff" font-family="Arial, sans-serif" font-size="112" font-weight="bold" text-anchor="middle"'
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">',
    `<path fill="#e2e5e7" d="${sheet}"/>`,
    '<path fill="#b0b7bd" d="M384 128h96L352 0v96c0 18 14 32 32 32z"/>',
    `<path fill="${color}" d="${label}"/>`,
    `<text x="224" y="376" ${font} textLength="${shown.length * 76}" lengthAdjust="spacingAndGlyphs">${shown}</text>`,
    '</svg>',
  ].join('')
}

/** The same color for the same suffix, dark enough for white text. */
function ownColor(suffix: string): string {
  const hash = [...suffix].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  return `hsl(${hash},55%,36%)`
}
