/** Keys of limits. Every counter of the product has its key from here. */
import { trimText } from '../../../protocol/index.ts'
import { createHash } from 'node:crypto'
import type { AccountKind, Owner } from '../access/member.ts'
import { addressPrefix } from './ip-network.ts'

declare const brand: unique symbol

/** The stored form of what a limit counts: a hash. Only `limitKey` makes one, so that no text of a client is a key. */
export type LimitKey = string & { readonly [brand]: true }

/**
 * Whom or what a limit counts. What a client wrote is brought into one form first: no spelling of the same account or
 * address has a count of its own.
 */
export type LimitSubject =
  /** An account that is signed in, or was looked up. */
  | Owner
  /** The account a name leads to; where it leads to none, the name. */
  | NamedAccount
  /** Usernames that differ only in case count together, whether they have an account or not. */
  | { readonly username: string }
  /** A mail address or a mobile number that messages go to. */
  | { readonly receiver: string }
  /** The network of an address. */
  | { readonly network: string }
  /** A declared route, `api/yard.Visit/arrivals`. */
  | { readonly route: string }
  /** A day of the site, `2026-01-31`. */
  | { readonly day: string }
  /** The declared name of what a message is about. */
  | { readonly event: string }

interface NamedAccount {
  readonly kind: AccountKind
  /** Null = nobody has the name. */
  readonly account: Pick<Owner, 'id'> | null
  /** As it was entered. */
  readonly name: string
}

/** Refuses texts that are put together: what limits are for stands in the source. */
type Literal<Text extends string> = Record<never, 1> extends Record<Text, 1> ? never : Text

/**
 * The key of a counter.
 * @param purpose what is counted, the same text wherever it is
 */
export function limitKey<const Purpose extends string>(
  purpose: Literal<Purpose>,
  ...subjects: readonly LimitSubject[]
): LimitKey {
  const text = [purpose, ...subjects.map(textOf)].join(' ')
  // Guard T35: no account in clear.
  // Without: const hash = text
  const hash = createHash('sha256').update(text).digest('hex')
  const prefix = subjects.some(isAnyName) ? namesPrefix : subjects.some(isDay) ? daysPrefix : ''
  return `${prefix}${hash.slice(prefix.length)}` as LimitKey
}

/** How keys begin of which anybody can cause as many as they think up names; no other key begins like that. */
export const namesPrefix = 'n'

/** How keys begin that count for one day; no other key begins like that, and those of names come after it. */
export const daysPrefix = 'g'

const isDay = (subject: LimitSubject): boolean => 'day' in subject
const isAnyName = (subject: LimitSubject): boolean => 'account' in subject || 'username' in subject

function textOf(subject: LimitSubject): string {
  if ('account' in subject) {
    const { kind, account, name } = subject
    return account ? textOf({ kind, id: account.id }) : `${kind} named ${encodeURIComponent(accountName(name))}`
  }
  if ('id' in subject) return `${subject.kind} ${subject.id}`
  if ('username' in subject) return `name ${encodeURIComponent(accountName(subject.username).toLowerCase())}`
  if ('receiver' in subject) return `to ${encodeURIComponent(receiverOf(subject.receiver))}`
  if ('network' in subject) return `address ${addressPrefix(subject.network)}`
  if ('route' in subject) return subject.route
  return 'day' in subject ? subject.day : subject.event
}

/**
 * What was entered as the name of an account, in the form in which accounts are looked up: without spaces around it and
 * with full-width characters as ordinary ones; mail addresses in small letters.
 */
export function accountName(text: string): string {
  // Guard T35: an account counts however its name is written.
  // Without: const name = text
  const name = trimText(text.normalize('NFKC'))
  return name.includes('@') ? name.toLowerCase() : name
}

/**
 * The mailbox or the phone that messages to an address arrive at, so that a person is not sent more because the address
 * has many spellings: `Ann+1@Example.com` is `ann@example.com`.
 */
function receiverOf(text: string): string {
  const address = trimText(text.normalize('NFKC')).toLowerCase()
  const separator = address.lastIndexOf('@')
  if (separator < 0) return address.replaceAll(/\D/g, '').replace(/^(?:00)?86(?=1\d{10}$)/, '') || address
  const domain = address
    .slice(separator + 1)
    .replace(/\.+$/, '')
    .replace(/^googlemail\.com$/, 'gmail.com')
  // Guard T37: a mailbox counts however its address is written.
  // Without: const [name = ''] = [address.slice(0, separator)]
  const [name = ''] = address.slice(0, separator).split('+')
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`
}
