export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8">
        <rect width="32" height="32" rx="8" fill="#17181d" />
        <path
          d="M3 22h5.5v-7.2L16 8.6l7.5 6.2V22H26"
          fill="none"
          stroke="#ffcd1f"
          strokeWidth="2.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="27" cy="22" r="2.6" fill="#ffcd1f" />
      </svg>
      <span className="text-lg font-bold tracking-tight">ClosingWire</span>
    </span>
  );
}
