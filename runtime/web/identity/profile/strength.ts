export type Strength = 'weak' | 'fair' | 'strong'

/** A rough estimate of password strength: length, kinds of characters, and repetition. */
export function strengthOf(password: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const different = new Set(password.toLowerCase()).size
  if (password.length < 8 || different < 5) return 'weak'
  if ((password.length >= 12 && kinds >= 3 && different >= 8) || (password.length >= 18 && different >= 10))
    return 'strong'
  return kinds >= 2 ? 'fair' : 'weak'
}
