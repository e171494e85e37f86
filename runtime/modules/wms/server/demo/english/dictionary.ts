/** Reads `中文: English, …` of a text; lines end like entries. */
export function readEntries(text: string): readonly (readonly [string, string])[] {
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [chinese = '', english = ''] = entry.split(/:\s*/)
      return [chinese, english] as const
    })
}
