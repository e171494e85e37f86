/** Settings that sessions start with. They are part of the address: a statement would be one more to wait for. */
import { DatabaseError } from '../database-error.ts'
import { codeOf, messageOf } from '../store-error.ts'

/**
 * Users wait for each other less when a statement keeps one core busy: starting parallel workers takes longer than most
 * searches, and each takes a core from the lists of others. Compiling a statement takes longer than most run, too.
 */
const settings = { max_parallel_workers_per_gather: '0', jit: 'off' }

/** The address with them; what its own options set is used instead. */
export function withSessionSettings(url: string): string {
  if (!URL.canParse(url)) return url
  return withOptions(url, settings)
}

/** The address with settings before its own options, or those of the environment, which win. */
export function withOptions(url: string, options: Readonly<Record<string, string>>): string {
  // Of several, the driver takes the last one.
  const given = new URL(url).searchParams.getAll('options').at(-1) ?? process.env['PGOPTIONS'] ?? ''
  const added = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)
  // Appended to the text: what the rest of it means must not depend on how it would be written again.
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams({ options: [...added, given].join(' ').trim() })}`
}

const protocolViolation = '08P01'

/** Whether a connection was refused for what it starts with, as PgBouncer does with settings that it does not know. */
export const isRefusedSetting = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  codeOf(error.cause) === protocolViolation &&
  messageOf(error.cause).includes('startup parameter')
