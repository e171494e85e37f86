/**
 * Ends running reads. The driver cannot interrupt SQLite from outside, so scanning statements call a function for some
 * of their rows, which throws when the read has reached its deadline or was cancelled by the server's thread.
 */
import type Sqlite from 'better-sqlite3'
import { StoreError } from '../store-error.ts'

/** Name of the function in SQL. */
export const checkFunction = 'tablewright_may_continue'

/** Makes the function known to a connection whose reads nothing ends: those of a transaction are part of it. */
export function allowReads(connection: Sqlite.Database): void {
  connection.function(checkFunction, { directOnly: true }, () => 1)
}

/** More than the reads that one worker has at a time, so that no two of them share a slot. */
const slots = 1024

/** Memory both threads see: the numbers of cancelled reads, each in its slot. */
export const createCancelMemory = (): SharedArrayBuffer => new SharedArrayBuffer(slots * Int32Array.BYTES_PER_ELEMENT)

/** Cancels a read of a worker, whether it waits there or runs. */
export function cancelRead(memory: SharedArrayBuffer, read: number): void {
  Atomics.store(new Int32Array(memory), read % slots, read)
}

/** The reader's side. */
export class ReadInterrupt {
  readonly #cancelled: Int32Array
  #read = 0
  #deadline = 0

  constructor(memory: SharedArrayBuffer) {
    this.#cancelled = new Int32Array(memory)
  }

  /** Makes the function known to a connection. */
  register(connection: Sqlite.Database): void {
    connection.function(checkFunction, { directOnly: true }, () => this.#check())
  }

  /** Begins a read. Throws a StoreError when it was cancelled already. */
  begin({ id, deadlineMs }: { readonly id: number; readonly deadlineMs: number }): void {
    this.#read = id
    this.#deadline = performance.now() + deadlineMs
    this.#check()
  }

  #check(): 1 {
    if (Atomics.load(this.#cancelled, this.#read % slots) === this.#read)
      throw new StoreError('cancelled', 'the read was cancelled')
    if (performance.now() >= this.#deadline) throw new StoreError('deadline', 'the read took longer than its deadline')
    return 1
  }
}
