import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns the element's width in px; 0 before it is mounted. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    setWidth(Math.floor(element.current.clientWidth));
    return () => observer.disconnect();
  }, [element]);
  return width;
}
