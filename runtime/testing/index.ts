/** The test kit of products: a whole server on a database of its own, signed-in clients, valid records. */
export { openTestSite, type AdminOptions, type MemberOptions, type TestSite, type TestSiteOptions } from './site.ts'
export { RefusedError, type Answer, type TestClient } from './client.ts'
export type { Factory } from './factory.ts'
