/** The connections that read each topic, and the last number of it that they were told. */
import type { HubFrame } from '../../protocol/index.ts'
import type { Connection } from './connection.ts'

interface Topic {
  head: number
  readonly connections: Set<Connection>
}

const none: ReadonlySet<Connection> = new Set()

export class Subscribers {
  readonly #topics = new Map<string, Topic>()

  get names(): readonly string[] {
    return [...this.#topics.keys()]
  }

  has(topic: string): boolean {
    return this.#topics.has(topic)
  }

  of(topic: string): ReadonlySet<Connection> {
    return this.#topics.get(topic)?.connections ?? none
  }

  add(topic: string, connection: Connection): void {
    const subscribed = this.#topics.get(topic) ?? { head: 0, connections: new Set() }
    subscribed.connections.add(connection)
    this.#topics.set(topic, subscribed)
  }

  remove(topic: string, connection: Connection): void {
    const subscribed = this.#topics.get(topic)
    subscribed?.connections.delete(connection)
    if (subscribed?.connections.size === 0) this.#topics.delete(topic)
  }

  headOf(topic: string): number {
    return this.#topics.get(topic)?.head ?? 0
  }

  advance(topic: string, head: number): void {
    const subscribed = this.#topics.get(topic)
    if (subscribed) subscribed.head = Math.max(subscribed.head, head)
  }

  /** The text is written once for all of them. */
  send(topic: string, frame: HubFrame, isMessage = false): void {
    const text = JSON.stringify(frame)
    for (const connection of this.of(topic)) connection.sendText(text, isMessage)
  }

  /** Has the subscribers of topics without numbers read again. */
  wakeUnnumbered(): void {
    for (const [topic, { head }] of this.#topics) if (head === 0) this.send(topic, { type: 'event', topic })
  }
}
