/**
 * Limits of the browser figures, as times of the empty page, which stand for milliseconds on a machine where an
 * earlier client was measured. The ratio of that client to the empty page, measured with this benchmark, tells what
 * one millisecond there is here: limit = that ratio × wanted milliseconds ÷ measured milliseconds.
 *
 * | figure                      | ratio | wanted | measured |
 * |-----------------------------|-------|--------|----------|
 * | first row, warm             | 6.1   | 400    | 967      |
 * | first row, cold             | 5.9   | 900    | 2,432    |
 * | first row, slowed down      | 5.7   | 1,600  | 4,100    |
 * | keystroke, product form     | 10.95 | 16     | 33       |
 * | keystroke, order, 100 lines | 18.82 | 16     | 96       |
 *
 * The ratios of the first row are means of four rounds on a busy machine, those of keystrokes count processor time.
 *
 * Keystrokes with a processor slowed down were not measured there. 50 ms are wanted, so their limit is 50 ÷ 16 of the
 * other, also as times of the empty page that is not slowed down.
 */
const limitOf = (ratio, wanted, measured) => Math.round(((ratio * wanted) / measured) * 100) / 100

const keystroke = (ratio, measured) => ({ plain: limitOf(ratio, 16, measured), slow: limitOf(ratio, 50, measured) })

export const webLimits = {
  warm: limitOf(6.1, 400, 967),
  cold: limitOf(5.9, 900, 2432),
  slow: limitOf(5.7, 1600, 4100),
  product: keystroke(10.95, 33),
  order: keystroke(18.82, 96),
}
