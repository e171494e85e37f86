export type Strength = 'weak' | 'fair' | 'strong'

/** How hard a password is to guess, roughly: by its length, its kinds of characters, and whether they repeat. */
export function strengthOf(password: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const different = new Set(password.toLowerCase()).size
  if (password.length < 8 || different < 5) return 'weak'
  if ((password.length >= 12 && kinds >= 3 && different >= 8) || (password.length >= 18 && different >= 10))
    return 'strong'
  return kinds >= 2 ? 'fair' : 'weak'
}
