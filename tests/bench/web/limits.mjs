/**
 * Limits of the browser figures, as times of the empty page, so that a slower machine has the same ones. They stand for
 * the wanted milliseconds on the machine where the empty page took what the table says: two cores, nothing else
 * running, medians of all rounds.
 *
 * | figure                 | wanted | empty page |
 * |------------------------|--------|------------|
 * | first row, warm        | 400    | 78         |
 * | first row, cold        | 900    | 92         |
 * | first row, slowed down | 1,600  | 272        |
 * | keystroke, rich text   | 16     | 1.7        |
 * | the same, slowed down  | 50     | 1.7        |
 *
 * Keystrokes in forms have limits of their own. One that is slowed down is compared with the empty page that is not:
 * its own, of 7 ms, scatters more.
 */
const limitOf = (wanted, empty) => Math.round((wanted / empty) * 100) / 100

const keystroke = { plain: 12, slow: 36 }

export const webLimits = {
  warm: limitOf(400, 78),
  cold: limitOf(900, 92),
  slow: limitOf(1600, 272),
  product: keystroke,
  order: keystroke,
  richText: { plain: limitOf(16, 1.7), slow: limitOf(50, 1.7) },
}
