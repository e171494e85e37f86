/**
 * The page the window's address names. The router changes the address first and what is drawn follows, later the more there
 * is to draw. What acts on "the page one is on" asks here, so that keys pressed quickly do what they do pressed slowly.
 */
import { parsePath } from 'react-router-dom'
import { pageId } from '../menu/pages.ts'

/** The id of the page, whether there is such a page or not. */
export function currentPageId(): string {
  return pageId(parsePath(window.location.hash.slice(1)).pathname ?? '/')
}
