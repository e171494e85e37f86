/** Sends requests of routes that modules declare for both sides. */
import {
  requestOf,
  type AnswerOf,
  type ApiSchema,
  type ContractInput,
  type ObjectSchema,
  type RouteContract,
} from '../../../protocol/index.ts'
import { call, type Call } from './client.ts'
import { saveBlob } from './save-blob.ts'

/**
 * A request of a route with the session of the browser; input and answer are typed by its schemas. It rejects with an
 * `ApiError`, which is shown as a toast unless `quiet`.
 * @param input null where the route takes none
 * @example const { count } = await callRoute(arrivals, { haulier: 7 })
 */
export async function callRoute<Input extends ObjectSchema | null, Answer extends ApiSchema>(
  contract: RouteContract<Input, Answer>,
  input: ContractInput<Input>,
  more: Pick<Partial<Call>, 'quiet' | 'notifySuccess' | 'isBackground' | 'signal' | 'idempotencyKey'> = {},
): Promise<AnswerOf<Answer>> {
  return (await call<AnswerOf<Answer>>({ ...more, ...requestOf(contract, input) })).data
}

/** Saves the file that a route answers with. It rejects with an `ApiError`, which is shown as a toast. */
export async function downloadRoute<Input extends ObjectSchema | null>(
  contract: RouteContract<Input>,
  input: ContractInput<Input>,
  name: string,
): Promise<void> {
  const file = await call<Blob>({ ...requestOf(contract, input), expects: 'blob', timeout: 0 })
  saveBlob(file.data, name)
}
