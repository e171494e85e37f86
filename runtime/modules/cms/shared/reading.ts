/** How long a text takes to read. */

const perMinute = { characters: 400, words: 230 } as const

/** Minutes for a plain text: Chinese and Japanese by characters, other languages by words. */
export function readingMinutes(text: string): number {
  const ideographs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const words = text.match(/[\p{L}\p{N}]+/gu)?.filter((word) => !/\p{Script=Han}/u.test(word)).length ?? 0
  return Math.max(1, Math.round(ideographs / perMinute.characters + words / perMinute.words))
}
