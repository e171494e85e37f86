/** Calls of the member client, as BuildAdmin's makes them. */
import type { TestApp } from '../../server/access/access-app.ts'
import { ask, type WireAnswer } from '../../server/session/endpoint.ts'

/** Calls `/api/<path>`: by POST with a payload, else by GET; `token` of a member, "" = a visitor. */
type MemberCall = <Data = Record<string, unknown>>(
  path: string,
  payload?: object | null,
  token?: string,
  headers?: Record<string, string>,
) => Promise<WireAnswer<Data>>

/** @param app which is open by the time of the first call */
export const createMemberCall =
  (app: () => TestApp): MemberCall =>
  (path, payload = null, token = '', headers = {}) =>
    ask(app().running, payload ? 'POST' : 'GET', `/api/${path}`, {
      headers: { ...(token && { 'ba-user-token': token }), ...headers },
      ...(payload && { payload }),
    })
