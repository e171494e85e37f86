/** The typed client of pages. */
import { createRecordsClient, type RecordsClient } from '../../../protocol/index.ts'
import { call, type Call } from './client.ts'

/**
 * Requests for records with the session of the browser. They reject with an `ApiError`, which is shown as a toast
 * unless `quiet`.
 * @param controllers those of `generated/api.ts`
 * @example
 * import { controllers, type Entities } from '#generated/api.ts'
 * const records = createRecords<Entities>(controllers)
 * const tickets = await records.list('helpdesk/ticket', 'limit=5')
 */
export function createRecords<Entities>(
  controllers: Readonly<Partial<Record<keyof Entities & string, string>>>,
  more: Pick<Partial<Call>, 'quiet' | 'notifySuccess'> = {},
): RecordsClient<Entities> {
  return createRecordsClient<Entities>(
    async (method, path, query, body) => (await call({ ...more, method, path, query, ...(body && { body }) })).data,
    (entity) => {
      const controller = controllers[entity]
      if (controller === undefined) throw new Error(`there are no requests for ${entity}`)
      return controller
    },
  )
}
