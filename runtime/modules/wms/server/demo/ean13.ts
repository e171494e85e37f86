/**
 * The last digit of an EAN-13: the other twelve weighted 1, 3, 1, 3 … from the left, filled up to a multiple of ten.
 */
export function checkDigit(twelve: string): number {
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}

/**
 * A barcode for use inside one's own shops: the prefixes 20 to 29 are given to no company, so it never meets a real
 * article.
 * `group` 0–9 chooses the prefix. Unequal numbers give unequal codes: the factor has no divisor in common with ten.
 */
export function inStoreBarcode(group: number, number: number): string {
  const twelve = `2${group % 10}${String((number * 7_368_787) % 10 ** 10).padStart(10, '0')}`
  return `${twelve}${checkDigit(twelve)}`
}
