/** Messages that leave the server. Modules declare what they send; other modules implement how it is sent. */
import type { Language, Text } from '../../protocol/index.ts'
import type { Reading, Transaction } from '../db/tables.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * A message that a module sends, for example `user_register`. Its texts are those of a fresh installation: a module
 * that sends them lets administrators change them. `{{name}}` stands for the variable of that name, and `{{site_name}}`
 * for the name of the site.
 */
export interface MessageDeclaration {
  /** Lower case letters, digits and `_`; unique among the messages of all modules. */
  readonly code: string
  readonly label: Text
  /** By name; the sample appears in previews and test messages. */
  readonly variables: Readonly<Record<string, MessageVariable>>
  /** Absent = it is not sent by mail. */
  readonly mail?: { readonly subject: Text; readonly text: Text; readonly html?: Text }
  /** Absent = it is not sent by SMS. */
  readonly sms?: Text
  /**
   * It holds a code: logs show dots for its texts, which are stored encrypted and removed when sending has ended.
   */
  readonly isSecret: boolean
}

interface MessageVariable {
  readonly label: Text
  readonly sample: string
  /**
   * It is the code of a secret message: it may stand in no subject and in no address. Where no variable of such a
   * message says so, all of them are codes.
   */
  readonly isCode?: true
}

/** A file that goes with a mail. */
export interface MessageAttachment {
  /** As the receiver may store it: a name without a folder. */
  readonly name: string
  /** Media type of a text, which is sent as UTF-8. */
  readonly type: 'text/csv'
  readonly content: string
}

export interface OutgoingMessage {
  /** One mail address, or one mobile number. */
  readonly to: string
  readonly message: Pick<MessageDeclaration, 'code' | 'isSecret'>
  readonly language: Language
  /** All variables of the message, by name. */
  readonly values: Readonly<Record<string, string>>
  /** Variables that are HTML in the HTML part of a mail, by name; they are inserted as they are. */
  readonly markup?: Readonly<Record<string, string>>
  /** Where answers to a mail go; absent = to the sender of the site. */
  readonly replyTo?: string
  /** Files that go with a mail; absent = none. They are stored with it until it is removed from the log. */
  readonly attachments?: readonly MessageAttachment[]
}

/** A mail as it would be sent. */
interface MailTexts {
  readonly subject: string
  readonly text: string
  /** "" = the mail has no HTML part. */
  readonly html: string
}

/** Sends messages in the background. */
interface Messenger {
  /** False while messages are only stored for administrators, because no server or provider is configured. */
  canDeliver(settings: Settings): boolean
  /** True when it is an address that a message can be sent to. */
  isAddress(text: string): boolean
  /**
   * Adds a message in the transaction: it is sent after the commit, and not at all after a rollback. Locks nothing.
   * @returns the id of its row in the log
   * @throws OperationError when the address is none; an Error when the message is unknown or a variable is missing
   */
  send(settings: Settings, trx: Transaction, message: OutgoingMessage): Promise<number>
}

export interface Mailer extends Messenger {
  /**
   * What `send` would send.
   * @throws an Error when the message is unknown or a variable is missing
   */
  compose(settings: Settings, query: Reading, message: Omit<OutgoingMessage, 'to'>): Promise<MailTexts>
  /**
   * Sends a message at once, past queue and log, to try a server by settings that need not be stored.
   * @throws when the server cannot be reached or does not take it
   */
  tryServer(settings: Settings, query: Reading, message: OutgoingMessage, signal?: AbortSignal): Promise<void>
}
export interface SmsSender extends Messenger {}

/** The senders of messages in an installation; absent = no module implements it. */
export interface Messengers {
  readonly mailer?: Mailer
  readonly smsSender?: SmsSender
}
