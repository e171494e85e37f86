/** Columns that a text takes where each character has the same width: Chinese ones take two, colour codes none. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text.replace(/\u001b\[\d+m/g, ''))
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
      character,
    )
      ? 2
      : 1
  return width
}
