/** Ids of the elements of a tab and its page. */
export const tabId = (id: string): string => `tab ${id}`.replaceAll(/[^\w-]/g, '-')
export const panelId = (id: string): string => `page ${id}`.replaceAll(/[^\w-]/g, '-')
