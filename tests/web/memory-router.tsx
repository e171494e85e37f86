/** The router of the application with a history of its own in the place of the window's. */
import type { ReactElement } from 'react'
import { UNSAFE_createMemoryHistory as createMemoryHistory, useRoutes, type RouteObject } from 'react-router-dom'
import { AppRouter, RouterProvider } from '../../runtime/web/core/page/router.tsx'

/** @param addresses visited so far; the last one is open */
export function openAddresses(...addresses: string[]): AppRouter {
  return new AppRouter(createMemoryHistory({ initialEntries: addresses }))
}

export function RoutedPages({ router, routes }: { readonly router: AppRouter; readonly routes: RouteObject[] }) {
  return (
    <RouterProvider router={router}>
      <Matching routes={routes} />
    </RouterProvider>
  )
}

function Matching({ routes }: { readonly routes: RouteObject[] }): ReactElement | null {
  return useRoutes(routes)
}
