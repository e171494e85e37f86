/** How much one connection, one account and one address may have and send. Sizes in bytes, times in milliseconds. */

export interface HubLimits {
  readonly maxConnections: number
  readonly maxPerAccount: number
  readonly maxPerAddress: number
  /** Topics of one connection. */
  readonly maxTopics: number
  /** Size of a frame that a client sends. */
  readonly maxFrame: number
  /** The same of a stream. */
  readonly maxStreamFrame: number
  /** Frames that a client may send in a second, and at once after a silence. */
  readonly framesPerSecond: number
  readonly maxBurst: number
  /** Bytes that wait for a slow client: above the first number it gets no messages, above the second it is let go. */
  readonly maxBuffered: { readonly messages: number; readonly all: number }
  /** Between two signs of life; a client that has not answered two of them is gone. */
  readonly heartbeatMs: number
  /** Between two looks at the sessions of all connections. */
  readonly sessionCheckMs: number
  /** Between two looks into the table of topics where other processes are not heard. */
  readonly pollMs: number
  /** Between two notes of who is present. */
  readonly beatMs: number
}

export const hubLimits: HubLimits = {
  maxConnections: 3000,
  // A browser has one connection for each tab.
  maxPerAccount: 30,
  maxPerAddress: 600,
  maxTopics: 100,
  maxFrame: 64 * 1024,
  maxStreamFrame: 1024 * 1024,
  framesPerSecond: 20,
  maxBurst: 60,
  maxBuffered: { messages: 1024 * 1024, all: 4 * 1024 * 1024 },
  heartbeatMs: 25_000,
  sessionCheckMs: 800,
  pollMs: 2000,
  beatMs: 30_000,
}

/** Reasons for which a connection is closed (RFC 6455, section 7.4). */
export const closeCodes = {
  goingAway: 1001,
  badFrame: 1008,
  failed: 1011,
  tooSlow: 1013,
  /** The session has ended: ours, from the range for applications. */
  signedOut: 4401,
  /** A stream may not be read any more. */
  forbidden: 4403,
} as const
