/** The description of the API is whole: what it says of each route, a fuzzer compares (`faults/openapi.test.ts`). */
import { expect, inject, it } from 'vitest'
import { server } from '../../runtime/main.server.ts'
import { allRoutes } from '../../runtime/server/app.ts'
import { methodsOf } from '../../runtime/server/http/route.ts'
import { createRegistry } from '../../runtime/server/core/models/registry.ts'
import { openTestSite } from '../../runtime/testing/index.ts'
import { nobody } from '../server/http/running-app.ts'
import { openApiOf } from '../support/api/fuzz-site.ts'
import { partOf } from '../support/part-of.ts'

it('the OpenAPI document has every route that the server has', async () => {
  const site = await openTestSite(server, { readerScript: inject('reader') })
  const { paths } = (await openApiOf(site)) as { readonly paths: Readonly<Record<string, object | undefined>> }
  const registry = createRegistry(await server.models())
  // The centre of members has routes where the framework says that it is closed.
  const moduleRoutes = server.modules.map(({ server: own, manifest }) => ({
    module: manifest.name,
    routes: own?.routes ?? [],
  }))
  const missing = allRoutes({ registry, moduleRoutes, members: partOf({}) }, nobody).flatMap((route) => {
    const path = `/${route.area}/${route.controller}/${route.action}`
    return methodsOf(route)
      .filter((method) => !Object.hasOwn(paths[path] ?? {}, method.toLowerCase()))
      .map((method) => `${method} ${path}`)
  })
  await site.close()
  expect(missing).toEqual([])
})
