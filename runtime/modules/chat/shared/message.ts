/** Messages and topics, as server and pages exchange them. */

/** `seq` is the place in the conversation: numbers have no gaps in the table, but viewers do not see every entry. */
export interface ChatMessage {
  readonly seq: number
  readonly kind: MessageKind
  /** Null = the system, or a member who was deleted. */
  readonly sender: { readonly kind: string; readonly id: number } | null
  readonly name: string
  readonly avatar: string
  /** Empty once it is recalled. */
  readonly text: string
  readonly time: number
  /** The number that the sender has given it. */
  readonly client: string | null
  readonly recalled: boolean
  /** The name of an event, for entries of the system. */
  readonly event: string | null
  /** The message that this entry recalls. */
  readonly target: number | null
  readonly reply: Quote | null
  /** Members who are mentioned. */
  readonly mentions: readonly number[]
  readonly file: MessageFile | null
}

export interface Quote {
  readonly seq: number
  readonly name: string
  readonly text: string
  readonly recalled: boolean
}

export interface MessageFile {
  readonly name: string
  readonly size: number
  readonly isImage: boolean
  /** Good for ten minutes. */
  readonly address: string
}

export const messageKinds = ['text', 'image', 'file', 'system', 'note', 'recall'] as const
export type MessageKind = (typeof messageKinds)[number]

/** Characters of a message. */
export const maxText = 4000
/** Members of a group. */
export const maxGroup = 100
/** Bytes of a file. */
export const maxFileBytes = 20 * 1024 * 1024
/** Endings of files that can be sent. */
export const fileTypes = [
  'jpg',
  'jpeg',
  'png',
  'gif',
  'webp',
  'pdf',
  'txt',
  'csv',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'zip',
  'mp3',
  'mp4',
] as const

/** The messages of a conversation, in order. */
export const conversationTopic = (id: number): string => `chat:${id}`
/** Its state, and how far others have read. */
export const stateTopic = (id: number): string => `chatState:${id}`
/** The conversations of a member. */
export const inboxTopic = (member: number): string => `chatInbox:${member}`
/** Whether anybody of the service desk is there. */
export const presenceTopic = 'chatPresence:desk'
/** The conversations of the service desk. */
export const deskTopic = 'chatDesk:all'

/** A message without its number, as topics carry it. */
export type TopicMessage = Omit<ChatMessage, 'seq'>
