import { normalizeDigits } from '../../../../protocol/index.ts'

/** A code as it is sent: apps show it in groups, and input methods may write full-width digits. */
export const plainCode = (typed: string): string => normalizeDigits(typed).replace(/\s/g, '')

/** True when what was typed or pasted is a whole code of an authenticator app. */
export const isWholeAppCode = (typed: string): boolean => /^\d{6}$/.test(plainCode(typed))
