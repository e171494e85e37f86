/**
 * The page of the window's address. The router changes the address first and renders later, the later the more there
 * is to render. Actions on "the current page" use this, so that fast key presses act like slow ones.
 */
import { parsePath } from 'react-router-dom'
import { pageId } from '../menu/pages.ts'

/** The id of the page, even when no such page exists. */
export function currentPageId(): string {
  return pageId(parsePath(window.location.hash.slice(1)).pathname ?? '/')
}
