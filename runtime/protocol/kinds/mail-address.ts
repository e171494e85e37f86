/** Letters between two dots of the part before the @. */
const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
/** A name between two dots of a domain. */
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

/**
 * One mail address that every server reads the same way: ASCII, neither quoted nor with a comment, at most 254
 * characters. What a parser could read as something else (line breaks, commas, angle brackets, a second address) does
 * not match. Names of domains in other alphabets are written in their ASCII form (xn--…).
 */
export const mailAddress = new RegExp(
  `^(?=.{6,254}$)(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$`,
)
