/** Settings that sessions start with. They are part of the address: a statement would be one more to wait for. */
import { DatabaseError } from '../database-error.ts'
import { codeOf, messageOf } from '../store-error.ts'

/**
 * Users wait for each other less when a statement keeps one core busy: starting parallel workers takes longer than most
 * searches, and each takes a core from the lists of others. Compiling a statement takes longer than most run, too.
 */
const settings = { max_parallel_workers_per_gather: '0', jit: 'off' }

/** The address with them. Options of the address, or of the environment, follow, so what they set is used. */
export function withSessionSettings(url: string): string {
  if (!URL.canParse(url)) return url
  const given = new URL(url).searchParams.get('options') ?? process.env['PGOPTIONS'] ?? ''
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  // Appended to the text: what the rest of it means must not depend on how it would be written again.
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams({ options: [...own, given].join(' ').trim() })}`
}

const protocolViolation = '08P01'

/** Whether a connection was refused for what it starts with, as PgBouncer does with settings that it does not know. */
export const isRefusedSetting = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  codeOf(error.cause) === protocolViolation &&
  messageOf(error.cause).includes('startup parameter')
