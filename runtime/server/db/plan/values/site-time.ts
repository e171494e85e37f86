/** The site's time zone, which decides what a date and a time in a text mean. */
import { formatSeconds } from '../../../../protocol/index.ts'
import type { TimeZone } from '../../ddl.ts'
import type { Ask, TableContext } from '../diff-context.ts'

/** As the settings have it until somebody chooses another. */
const usualZone = 'Asia/Shanghai'

const utc: TimeZone = { name: 'UTC', offsets: [[0, 0]] }

/** The site's zone; another one where nothing that is planned for the table depends on it. */
export async function siteZone({
  ask,
  table,
  tables,
  recorded,
  wanted: target,
}: Pick<TableContext, 'ask' | 'table' | 'tables' | 'recorded' | 'wanted'>): Promise<TimeZone> {
  const isMoment = ({ name }: { readonly name: string }): boolean => {
    const [before, after] = [recorded?.fields[name], target.fields[name]]
    if (after?.backfill !== undefined && after.backfill !== before?.backfill) return true
    const isOne = [before?.kind, after?.kind].includes('datetime')
    return isOne && before !== undefined && before.kind !== after?.kind
  }
  if (!table.columns.some(isMoment)) return utc
  return zoneOf(await readSiteZone(ask, tables))
}

/** The name of the site's zone. @param tables of the database */
export async function readSiteZone(ask: Ask, tables: readonly string[]): Promise<string> {
  if (!tables.includes('config')) return usualZone
  const [setting] = await ask(`select "value" from "config" where "name" = 'time_zone'`)
  const name = String(setting?.['value'] ?? '')
  return name === '' ? usualZone : name
}

const week = 7 * 86_400
/** Rules of clocks are not known so far ahead. */
const end = Date.UTC(2100, 0) / 1000

const zones = new Map<string, TimeZone>()

function zoneOf(name: string): TimeZone {
  const cachedZone = zones.get(name)
  if (cachedZone) return cachedZone
  const ahead = (seconds: number): number =>
    Date.parse(`${formatSeconds(seconds, name).replace(' ', 'T')}Z`) / 1000 - seconds
  const offsets: (readonly [number, number])[] = [[0, ahead(0)]]
  for (let start = 0; start < end; start += week) {
    const [before, after] = [ahead(start), ahead(start + week)]
    if (before !== after)
      offsets.push([changeBetween(start, start + week, (moment) => ahead(moment) !== before), after])
  }
  const zone = { name, offsets }
  zones.set(name, zone)
  return zone
}

/** The first moment of which it is true, after one of which it is not. */
function changeBetween(start: number, after: number, isChanged: (moment: number) => boolean): number {
  if (after - start <= 1) return after
  const middle = Math.floor((start + after) / 2)
  return isChanged(middle) ? changeBetween(start, middle, isChanged) : changeBetween(middle, after, isChanged)
}
