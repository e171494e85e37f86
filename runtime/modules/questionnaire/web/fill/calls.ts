/** Calls of the server with `fetch`: the page has neither the client of the administration nor its session. */
import {
  codes,
  requestOf,
  type AnswerOf,
  type ApiSchema,
  type ContractInput,
  type ObjectSchema,
  type RouteContract,
} from 'tablewright/protocol'
import { language } from './language.ts'

/** A refusal of the server, or `data` null where it was not reached. */
export class CallError extends Error {
  readonly data: Refusal | null

  constructor(message: string, data: Refusal | null) {
    super(message)
    this.name = 'CallError'
    this.data = data
  }
}

export interface Refusal {
  readonly reason?: string
  readonly errors?: Readonly<Record<string, string>>
}

interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data: unknown
}

/** The token of a member who is signed in within this browser. */
function memberToken(): string {
  try {
    const member = JSON.parse(localStorage.getItem('userInfo') ?? 'null') as { readonly token?: unknown } | null
    return typeof member?.token === 'string' ? member.token : ''
  } catch {
    return ''
  }
}

const headersOf = (): Readonly<Record<string, string>> => ({
  'think-lang': language,
  'x-tablewright': '1',
  ...(memberToken() !== '' && { 'ba-user-token': memberToken() }),
})

async function send(path: string, init: RequestInit): Promise<unknown> {
  let envelope: Envelope
  try {
    const answer = await fetch(path, init)
    envelope = (await answer.json()) as Envelope
  } catch {
    throw new CallError('', null)
  }
  if (envelope.code === codes.ok) return envelope.data
  throw new CallError(envelope.msg, (envelope.data ?? {}) as Refusal)
}

/** Calls a route. @throws a CallError when it refuses, or is not reached */
export async function call<Input extends ObjectSchema | null, Answer extends ApiSchema>(
  contract: RouteContract<Input, Answer>,
  input: ContractInput<Input>,
): Promise<AnswerOf<Answer>> {
  const { method, path, query, body } = requestOf(contract, input)
  const answer = await send(query === '' ? path : `${path}?${query}`, {
    method,
    headers: { ...headersOf(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  // The server answers as the contract says.
  return answer as AnswerOf<Answer>
}

export interface StoredFile {
  readonly code: string
  readonly name: string
}

/** Uploads an answer. @throws a CallError */
export async function uploadFile(place: Readonly<Record<string, string>>, file: File): Promise<StoredFile> {
  const body = new FormData()
  body.append('file', file)
  const path = `/api/questionnaire.Index/upload?${new URLSearchParams(place)}`
  return (await send(path, { method: 'POST', headers: headersOf(), body })) as StoredFile
}

export interface Question {
  readonly id: string
  readonly question: string
}

/** A captcha that is answered in words, which every device can show. */
export async function loadCaptcha(): Promise<Question> {
  const id = crypto.randomUUID()
  const query = new URLSearchParams({ id, mode: 'text' })
  const { question } = (await send(`/api/common/clickCaptcha?${query}`, { headers: headersOf() })) as Question
  return { id, question }
}
