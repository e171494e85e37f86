/**
 * What the compiler must refuse in requests of pages and tests; `tests/modules/wms/typed-client.test-d.ts` has more.
 * The file is compiled with everything else: an expected error that does not occur is itself an error.
 */
import { createRecords } from 'tablewright/web'
import { controllers, type Entities } from '../../generated/api.ts'
import type { TestSite } from '../../runtime/testing/index.ts'

export const wrongEntity = () =>
  // @ts-expect-error no such entity
  createRecords<Entities>(controllers).read('system/admins', 1)

/** The clients and factories of the test kit are the same. */
export async function kit(site: TestSite<Entities>): Promise<number> {
  const admin = await site.admin()
  // @ts-expect-error no such field
  await admin.edit('system/admin_group', 1, { title: 'Clerks' })
  // @ts-expect-error no such entity
  await site.factory('system/admin_groups').create()
  return site.factory('system/admin_group').create({ name: 'Clerks' })
}
