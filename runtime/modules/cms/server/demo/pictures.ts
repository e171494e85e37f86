/** Pictures of the demo texts: drawn landscapes of a warehouse, without letters, which a bare server cannot write. */
import type { DemoPicture } from 'tablewright/server'

/** The same picture for the same place in the list. */
export function drawPicture(place: number): DemoPicture {
  const hue = (place * 47) % 360
  const boxes = Array.from({ length: 9 }, (_, index) => {
    const height = 24 + ((place * 13 + index * 29) % 46)
    const shade = 45 + ((place + index * 7) % 5) * 7
    const corner = `x="${14 + index * 19}" y="${106 - height}"`
    return `<rect ${corner} width="16" height="${height}" rx="2" fill="hsl(${hue}, 42%, ${shade}%)"/>`
  }).join('')
  return {
    svg:
      '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640" viewBox="0 0 192 128">' +
      `<rect width="192" height="128" fill="hsl(${hue}, 38%, 94%)"/>` +
      `<circle cx="${30 + ((place * 31) % 130)}" cy="30" r="12" fill="hsl(${(hue + 40) % 360}, 70%, 78%)"/>${boxes}` +
      `<rect y="106" width="192" height="22" fill="hsl(${hue}, 26%, 70%)"/></svg>`,
  }
}
