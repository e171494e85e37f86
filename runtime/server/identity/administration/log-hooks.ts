/** Logs: nobody deletes an entry before the site does, and how long that is, only super administrators shorten. */
import { OperationError } from '../../core/errors/operation-error.ts'
import { isRemovable } from '../../operation/limits/retention.ts'
import type { Scope } from '../../operation/scope.ts'
import type { Transaction } from '../../db/tables.ts'
import type { Settings } from '../../settings/settings.ts'

/**
 * A hook `beforeRemove` of a log, by which entries stay for as long as the site stores them.
 * @param table with the column `create_time`
 * @param days for which entries are stored; 0 = for ever
 */
export const keepEntries =
  (table: string, days: (settings: Settings) => number) =>
  async ({ settings }: Pick<Scope, 'settings'>, trx: unknown, ids: readonly number[]): Promise<void> => {
    if (ids.length === 0) return
    const life = days(settings)
    const young = (trx as Transaction)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('id', 'in', [...ids])
    const row = await (
      life > 0 ? young.where(({ not }) => not(isRemovable('create_time', life * 86_400))) : young
    ).executeTakeFirstOrThrow()
    const count = Number(row['count'])
    if (count === 0) return
    throw new OperationError('bad_state', {
      text: life > 0 ? 'log.kept_days' : 'log.kept',
      params: { count, days: life },
    })
  }
