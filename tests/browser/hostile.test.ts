/** T56, T50: hostile text and hostile files, stored and shown: nothing of them runs. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { quiet, shownForm, shownPage, signIn } from '../support/browser.ts'
import { createFileZoo } from '../support/file-zoo.ts'
import type { Running } from '../support/running.ts'
import { useTestSite } from './test-site.ts'

const site = useTestSite()
let server: Running
beforeEach(() => {
  ;({ server } = site)
})

const corpus = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '</textarea><script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u202e<script>alert(1)</script>',
]

/** Whatever opens a dialog, leaves a mark or asks another host is noted. */
function trapped(): { page: Page; caught: string[] } {
  const { page } = site
  const caught: string[] = []
  page.on('dialog', (dialog) => {
    caught.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address) && !/^(data|blob):/.test(request.url()))
      caught.push(`asked ${request.url()}`)
  })
  return { page, caught }
}

describe('hostile text', () => {
  it('is shown as text in lists, forms and pickers', async () => {
    const ids: number[] = []
    for (const [at, text] of corpus.entries()) {
      const brand = await server.api<{ id: number }>('/admin/shop.Brand/add', { name: text, introduce: text })
      expect(brand, text).toMatchObject({ code: 1 })
      const added = await server.api<{ id: number }>('/admin/shop.Product/add', {
        product_no: `X${at} ${text}`.slice(0, 64),
        name: text,
        spec: text,
        remark: text,
        brand_id: brand.data.id,
      })
      expect(added, text).toMatchObject({ code: 1 })
      ids.push(added.data.id)
    }
    const { page, caught } = trapped()
    await signIn(page, server.address)
    for (const path of [
      'shop/product?limit=50&order=id,desc',
      'shop/brand?limit=50&order=id,desc',
      `shop/product?quickSearch=${encodeURIComponent('<script>')}`,
      ...ids.map((id) => `shop/product?edit=${id}`),
    ]) {
      await page.goto(`${server.address}/#/admin/${path}`)
      const place = path.includes('edit=') ? shownForm(page) : shownPage(page)
      await place
        .getByText('alert(1)')
        .or(place.locator('input[value*="alert(1)"]'))
        .first()
        .waitFor({ state: 'attached' })
      await quiet(page)
    }
    expect(
      await page.locator('main script, table script, table iframe, table svg[onload], [role=dialog] iframe').count(),
    ).toBe(0)
    expect(caught).toEqual([])
  }, 180_000)
})

describe('hostile files', () => {
  const polyglot = Buffer.concat([
    Buffer.from('GIF89a/*'),
    Buffer.alloc(20),
    Buffer.from('*/=1;alert(1)//<script>alert(1)</script>'),
  ])
  const files: readonly (readonly [name: string, bytes: Buffer])[] = [
    ['a.png', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a.jpg', polyglot],
    ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a.html', Buffer.from('<script>alert(1)</script>')],
    ['a.webp', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ]
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  async function upload(name: string, bytes: Buffer): Promise<{ code: number; data: { file?: { url: string } } }> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    const answer = await fetch(`${server.address}/admin/ajax/upload`, {
      method: 'POST',
      headers: { batoken: server.token },
      body: form,
    })
    return (await answer.json()) as { code: number; data: { file?: { url: string } } }
  }

  it.each(files)('%s is refused', async (name, bytes) => {
    expect(await upload(name, bytes)).toMatchObject({ code: 0 })
  })

  it('a picture with a script behind it is stored without the script, and opens as a picture', async () => {
    const answer = await upload('p.png', Buffer.concat([pixel, Buffer.from('<script>alert(1)</script>')]))
    expect(answer).toMatchObject({ code: 1 })
    const url = `${server.address}${answer.data.file!.url}`
    const stored = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(stored.includes('script')).toBe(false)
    const { page, caught } = trapped()
    const shown = await page.goto(url)
    expect(shown?.headers()['content-type']).toBe('image/png')
    expect(caught).toEqual([])
  })

  it('nothing of a file runs, however it is opened, on a site that allows every type', async () => {
    const allow = (upload_types: string) => server.api('/admin/routine.Config/edit', { upload_types })
    expect(await allow('*')).toMatchObject({ code: 1 })
    const urls: string[] = []
    for (const { file } of await createFileZoo()) {
      const { code, data } = await upload(file.name, file.bytes)
      if (code === 1) urls.push(server.address + data.file!.url)
    }
    expect(urls.length).toBeGreaterThan(40)
    const { page, caught } = trapped()
    await page.goto(`${server.address}/#/admin/login`)
    // As a careless page of ours would include them.
    await page.evaluate(async (all) => {
      const attempts = all.flatMap((url) =>
        (['script', 'iframe', 'img', 'embed', 'object', 'link'] as const).map((tag) => {
          const element = document.createElement(tag)
          if (tag === 'link') Object.assign(element, { rel: 'stylesheet', href: url })
          else element.setAttribute(tag === 'object' ? 'data' : 'src', url)
          return new Promise((resolve) => {
            element.addEventListener('load', resolve)
            element.addEventListener('error', resolve)
            // Downloads end with neither.
            setTimeout(resolve, 1500)
            document.body.append(element)
          })
        }),
      )
      const workers = all.map((url) => navigator.serviceWorker?.register(url).catch(() => null))
      await Promise.all([...attempts, ...workers])
    }, urls)
    const outcome = () => [Reflect.get(window, 'ran'), getComputedStyle(document.body).display === 'none']
    expect(await page.evaluate(outcome)).toEqual([undefined, false])
    expect(await page.evaluate(async () => (await navigator.serviceWorker?.getRegistrations())?.length ?? 0)).toBe(0)
    for (const url of urls) {
      // A download ends the navigation.
      const answer = await page.goto(url).catch(() => null)
      const headers = (await fetch(url)).headers
      if (answer === null) expect(headers.get('content-disposition'), url).toBe('attachment')
      else expect(headers.get('content-type'), url).toMatch(/^image\/(png|jpeg|gif|webp)$/)
    }
    expect(caught).toEqual([])
    await allow('png,jpg,webp,gif')
  }, 180_000)
})
