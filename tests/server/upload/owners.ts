/** Names of uploaded files, and what accounts learn of equal files of others, on the server of the tests of files. */
import { expect, it } from 'vitest'
import { storeUpload } from '../../../runtime/server/files/attachments.ts'
import { withIncoming, writeIncoming } from '../../../runtime/server/files/storage.ts'
import type { Settings } from '../../../runtime/server/settings/settings.ts'
import type { RunningApp } from '../http/running-app.ts'

interface Context {
  readonly running: RunningApp
  readonly settings: Settings
  readonly token: string
  readonly take: (
    name: string,
    bytes: Buffer,
    topic: string,
  ) => Promise<{ readonly data: { readonly file: { readonly name: string } } }>
}

/** @param context what has been started by the time the test runs */
export function describeOwners(context: () => Context): void {
  const store = (owner: object, name: string, bytes: Buffer) => {
    const { running, settings } = context()
    const members = { isActive: async () => true, lock: async () => true }
    return withIncoming(settings.upload.folder, async (path) =>
      storeUpload(
        { database: running.database, settings, actor: null, members, ...owner },
        { name, topic: 'two' },
        await writeIncoming(path, [bytes]),
      ),
    )
  }

  it('keeps the signs of a name, also those that a browser encodes in a form', async () => {
    const { take } = context()
    const answer = await take(`R&D %22final%22 Q1's.txt`, Buffer.from('quoted'), 'quoted')
    expect(answer.data.file.name).toBe(`R&D "final" Q1's.txt`)
  })

  it('counts the purposes and files that it does not list', async () => {
    const { running, token } = context()
    const counts = async () => {
      const { data } = await running.send<{ topics: unknown[]; topic_count: number; file_count: number }>(
        'GET',
        '/admin/routine.Attachment/usage',
        { token },
      )
      return [data.topics.length, data.topic_count, data.file_count]
    }
    const [topics = 0, , files = 0] = await counts()
    const rows = Array.from({ length: 202 - topics }, (_row, at) => {
      const topic = `many${at}`
      const file = { url: `/storage/${topic}.png`, mimetype: 'image/png', size: 1, width: 0, height: 0, quote: 0 }
      return { topic, name: topic, ...file, storage: 'local', sha1: topic, version: 1 }
    })
    await running.database.write((trx) => trx.insertInto('attachment').values(rows).execute())
    expect(await counts()).toEqual([200, 202, files + rows.length])
    await running.database.write((trx) => trx.deleteFrom('attachment').where('topic', 'like', 'many%').execute())
    expect(await counts()).toEqual([topics, topics, files])
  })

  it('tells an account nothing of the same content of another, and keeps it when the other deletes it', async () => {
    const { running, token } = context()
    const bytes = Buffer.from('known to two')
    const upload = (owner: object, name: string) => store(owner, name, bytes)
    const first = await upload({ actor: { id: 1 } }, 'secret plan.txt')
    const member = await upload({ member: { id: 7 } }, 'mine.txt')
    expect(member).toMatchObject({ name: 'mine.txt', admin_id: null, user_id: 7, storage: 'local' })
    expect(member.id).not.toBe(first.id)
    expect(member.url).not.toBe(first.url)
    expect(await upload({ member: { id: 8 } }, 'other.txt')).toMatchObject({ name: 'other.txt', user_id: 8 })
    expect(await upload({ member: { id: 7 } }, 'again.txt')).toMatchObject({ id: member.id, name: 'mine.txt' })
    expect(await upload({ actor: { id: 1 } }, 'new name.txt')).toMatchObject({ id: first.id, name: 'secret plan.txt' })
    const path = `/admin/routine.Attachment/del?ids[]=${first.id}`
    expect(await running.send('DELETE', path, { token })).toMatchObject({ code: 1 })
    expect((await running.app.inject({ url: member.url })).statusCode).toBe(200)
    expect((await running.app.inject({ url: first.url })).statusCode).toBe(404)
  })
  it('gives accounts that send the same content at one moment addresses of their own', async () => {
    const { running } = context()
    const members = [21, 22, 23, 24].map((id) => ({ member: { id } }))
    for (const round of [1, 2, 3]) {
      const bytes = Buffer.from(`sent by all ${round}`)
      const files = await Promise.all(members.map((owner) => store(owner, 'same.txt', bytes)))
      expect(new Set(files.map(({ url }) => url)).size).toBe(members.length)
      for (const { url } of files) expect((await running.app.inject({ url })).rawPayload).toEqual(bytes)
    }
  })
  it('names the record of a file beside one that very many records use', async () => {
    const { running, token } = context()
    const [most, few] = [
      await store({}, 'most.txt', Buffer.from('most')),
      await store({}, 'few.txt', Buffer.from('few')),
    ]
    const brands = Array.from({ length: 501 }, (_brand, index) => ({
      name: `uses ${index}`,
      image: (index < 500 ? most : few).url,
      weigh: 0,
      version: 1,
    }))
    await running.database.write((trx) => trx.insertInto('shop_brand').values(brands).execute())
    const { data } = await running.send<{ list: { references: { title: string }[]; more: boolean }[] }>(
      'GET',
      `/admin/routine.Attachment/usage?ids=${most.id},${few.id}`,
      { token },
    )
    expect(data.list.map(({ references, more }) => [references.map(({ title }) => title), more])).toEqual([
      [[0, 1, 2, 3, 4].map((index) => `uses ${index}`), true],
      [['uses 500'], false],
    ])
    await running.database.write((trx) => trx.deleteFrom('shop_brand').where('name', 'like', 'uses %').execute())
  })
}
