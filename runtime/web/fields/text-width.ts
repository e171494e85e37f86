/** How wide a text is, estimated from its letters: columns are laid out before anything of them is drawn. Pure. */

/**
 * Widths of letters as shares of the size of the font: those of DejaVu Sans, than which other fonts of interfaces are
 * narrower.
 */
const shares: ReadonlyMap<string, number> = new Map(
  (
    [
      ["ijlIJ|.,:;!' /", 0.32],
      ['frt()[]-“”‘’', 0.42],
      ['w', 0.84],
      ['mMW%@—', 0.98],
      ['ABCDEFGHKLNOPQRSTUVXYZ&+=', 0.74],
    ] as const
  ).flatMap(([letters, share]) => [...letters].map((letter) => [letter, share] as const)),
)
const usualShare = 0.62
const boldFactor = 1.13

/** Where ideographs and full-width signs begin, which are square. */
const firstWide = 0x2e80

/**
 * Width of a text on one line.
 * @param size of its font in CSS pixels, as is the result
 */
export function textWidth(text: string, size: number, isBold = false): number {
  const shareOf = (letter: string): number =>
    (letter.codePointAt(0) ?? 0) >= firstWide ? 1 : (shares.get(letter) ?? usualShare) * (isBold ? boldFactor : 1)
  return [...text].reduce((sum, letter) => sum + shareOf(letter) * size, 0)
}

/** Width that a text needs on two lines, which break between words. */
export function twoLineWidth(text: string, size: number, isBold = false): number {
  const words = text.split(' ')
  const widths = words.map((_word, index) =>
    Math.max(
      textWidth(words.slice(0, index).join(' '), size, isBold),
      textWidth(words.slice(index).join(' '), size, isBold),
    ),
  )
  return Math.min(...widths)
}
