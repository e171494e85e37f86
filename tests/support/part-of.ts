/** A value of a type of which the code under test reads these members only, or a value of which a test knows more. */
export const partOf = <T>(part: unknown): T => part as T
