/** Requests for the settings of a site, as the tests of settings send them. */
import type { RunningApp } from '../http/running-app.ts'
import { ask } from '../session/endpoint.ts'

interface Item {
  readonly id: number
  readonly name: string
  readonly value: unknown
  readonly type: string
  readonly title: string
  readonly group: string
  readonly rule: string
  readonly content: unknown
  readonly allow_del: number
  readonly weigh: number
  readonly input_extend: object
}
interface Index {
  readonly list: Record<string, { readonly title: string; readonly list: Item[] }>
  readonly configGroup: Record<string, string>
  readonly quickEntrance: unknown[]
  readonly remark: string
}

/** @param signedIn the app, which a test file starts before its tests, and the token of an administrator */
export function settingsClient(signedIn: () => { readonly running: RunningApp; readonly token: string }) {
  const index = async (headers: Record<string, string> = {}) => {
    const { running, token } = signedIn()
    return (await ask<Index>(running, 'GET', '/admin/routine.Config/index', { token, headers })).data
  }
  const edit = (payload: object) => {
    const { running, token } = signedIn()
    return ask<{ errors: Record<string, string> }>(running, 'POST', '/admin/routine.Config/edit', { token, payload })
  }
  /** Values by name. */
  const values = async () =>
    Object.fromEntries(
      Object.values((await index()).list)
        .flatMap((tab) => tab.list)
        .map((item) => [item.name, item.value]),
    )
  return { index, edit, values }
}
