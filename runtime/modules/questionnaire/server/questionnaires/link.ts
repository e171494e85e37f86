/** The links of questionnaires: nobody guesses one. */
import { randomInt } from 'node:crypto'

/** No characters that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

export const newLink = (): string => Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
