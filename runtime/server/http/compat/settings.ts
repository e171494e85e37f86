/**
 * The settings of mail as BuildAdmin's clients know them: their page offers a test mail beside a tab with these names,
 * and sends the values of its form along.
 */
import type { Body, RequestScope, Route } from '../route.ts'
import { isNativeClient } from './client.ts'

const theirNames: ReadonlyMap<string, string> = new Map([
  ['mail_host', 'smtp_server'],
  ['mail_port', 'smtp_port'],
  ['mail_user', 'smtp_user'],
  ['mail_password', 'smtp_pass'],
  ['mail_security', 'smtp_verification'],
  ['mail_sender', 'smtp_sender_mail'],
])
const ourNames: ReadonlyMap<string, string> = new Map([...theirNames].map(([ours, theirs]) => [theirs, ours]))

/** Their SSL begins encrypted, their TLS encrypts a connection that is open. */
const securities: ReadonlyMap<unknown, string> = new Map([
  ['SSL', 'tls'],
  ['TLS', 'starttls'],
])

/** Numbers that their forms send. */
const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

export function adaptSettingsRoute(route: Route): Route {
  return {
    ...route,
    handler: async (scope) => {
      if (isNativeClient(scope.request) || !isUnderstood(scope)) return route.handler(scope)
      const answer = await route.handler(scope.request.method === 'POST' ? { ...scope, body: readBody(scope) } : scope)
      if (route.action !== 'index' || !('data' in answer)) return answer
      const { list, ...data } = answer.data as { readonly list: Readonly<Record<string, Tab>> }
      const tabs = Object.entries(list).map(([name, tab]) => [name, { ...tab, list: tab.list.map(withTheirName) }])
      return { ...answer, data: { list: Object.fromEntries(tabs), ...data } }
    },
  }
}

/** There is mail, and no administrator has added a setting with one of these names. */
const isUnderstood = ({ settings: { own } }: RequestScope): boolean =>
  Object.hasOwn(own, 'mail_host') && ![...ourNames.keys()].some((name) => Object.hasOwn(own, name))

interface Item {
  readonly name: string
}
interface Tab {
  readonly list: readonly Item[]
}

const withTheirName = (item: Item): Item => ({ ...item, name: theirNames.get(item.name) ?? item.name })

/** Both names are read. */
function readBody({ body }: RequestScope): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const ours = ourNames.get(name) ?? name
      if (ours === 'mail_security') return [ours, securities.get(value) ?? value]
      return [ours, ours === 'mail_port' ? asText(value) : value]
    }),
  )
}
