/** The test kit with members: they sign in as in the member center. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { member } from '#generated/member/index.ts'
import { system } from '#generated/system/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { composeServer } from '../../../runtime/server/compose.ts'
import { openTestSite, type TestSite } from '../../../runtime/testing/index.ts'

const server = composeServer({
  modules: [
    { manifest: member, server: memberServer },
    { manifest: system, server: null },
  ],
  describeTables: async () => ({}),
})

describe('a member of a test site', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await openTestSite(server, { readerScript: inject('reader') })
  })
  afterAll(() => site.close())

  it('is signed in to the member center and to nothing of the administration', async () => {
    const client = await site.member({ values: { nickname: 'Ann' } })
    expect(await client.get('/api/user/index')).toMatchObject({ code: 1 })
    expect((await client.get('/admin/user.User/index')).code).toBe(302)
    expect((await site.visitor.get('/api/user/index')).code).not.toBe(1)
    const admin = await site.admin()
    expect((await admin.list('member/user')).map((row) => row['nickname'])).toContain('Ann')
  })
})
