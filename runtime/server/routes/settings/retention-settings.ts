/** How long traces are stored. Whoever shortens it removes some, of their own acts among them. */
import type { TextKey } from '../../../protocol/index.ts'
import { requireActor } from '../../operation/access/actor.ts'
import type { RequestScope } from '../../http/route.ts'
import type { SettingDescription } from '../../settings/setting-descriptions.ts'

/** What settings of retention were before the request and become by it, where it shortens them. */
export async function shortenedRetention(
  scope: RequestScope,
  settings: Iterable<SettingDescription>,
  values: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, { readonly from: number; readonly to: number }>> {
  const shortened = new Map<string, { readonly from: number; readonly to: number }>()
  for (const setting of settings) {
    const value = values.get(setting.name)
    if (!setting.isRetention || value === undefined) continue
    const [from, to] = [Number(await setting.wire(scope.settingsStore, scope.language)), Number(value)]
    if (lifeOf(to) < lifeOf(from)) shortened.set(setting.name, { from, to })
  }
  return shortened
}

/** Only super administrators shorten it. */
export const retentionProblems = (
  scope: RequestScope,
  shortened: Iterable<string>,
): Readonly<Record<string, TextKey>> =>
  requireActor(scope).super
    ? {}
    : Object.fromEntries([...shortened].map((name) => [name, 'config.retention_super'] as const))

/** 0 days are for ever. */
const lifeOf = (days: number): number => (days === 0 ? Number.POSITIVE_INFINITY : days)
