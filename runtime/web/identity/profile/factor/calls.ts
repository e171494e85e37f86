/** The calls for second factors: the code at sign-in, the own factor, and the factor of another account. */
import { getData, postData } from '../../../core/api/client.ts'

export interface Factor {
  readonly enabled: boolean
  /** Unix seconds since when; null while it is off. */
  readonly time: number | null
  /** Recovery codes that have not been used. */
  readonly recovery_left: number
  /** The site requires a second factor of every account. */
  readonly required: boolean
}

/** What an authenticator app is set up with. */
export interface FactorSecret {
  /** Base32. */
  readonly secret: string
  /** `otpauth://…`, as a QR code shows it. */
  readonly address: string
}

const base = '/admin/routine.AdminInfo'
const quiet = { quiet: true } as const

export const fetchFactor = (): Promise<Factor> => getData<Factor>(`${base}/factor`, '', quiet)

/** Issues a secret, which replaces an unconfirmed one. Rejects with an `ApiError`, with errors by field. */
export const enrolFactor = (input: { readonly current_password: string }): Promise<FactorSecret> =>
  postData<FactorSecret>(`${base}/enrolFactor`, input, quiet)

/** Enables the factor; other sessions of the account end. The recovery codes are shown once. */
export const confirmFactor = async (input: { readonly totp_code: string }): Promise<readonly string[]> =>
  (await postData<RecoveryCodes>(`${base}/confirmFactor`, input, quiet)).recovery_codes

export interface Proof {
  readonly current_password: string
  readonly totp_code: string
}

export const disableFactor = (input: Proof): Promise<unknown> =>
  postData(`${base}/disableFactor`, input, { quiet: true, notifySuccess: true })

/** Issues new recovery codes; the old ones no longer work. */
export const replaceRecoveryCodes = async (input: Proof): Promise<readonly string[]> =>
  (await postData<RecoveryCodes>(`${base}/recoveryCodes`, input, quiet)).recovery_codes

/**
 * Enters the code that a new session needs. Resolves with the recovery codes that are left when one was used, null when
 * it was a code of the app.
 */
export const enterCode = async (input: { readonly totp_code: string }): Promise<number | null> =>
  (await postData<{ readonly recovery_left: number | null }>('/admin/Index/code', input, quiet)).recovery_left

/** Disables the factor of another account and ends its sessions. */
export const resetFactor = (id: number): Promise<unknown> =>
  postData('/admin/auth.Admin/resetFactor', { id }, { quiet: true, notifySuccess: true })

interface RecoveryCodes {
  readonly recovery_codes: readonly string[]
}
