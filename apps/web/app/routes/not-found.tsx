import { Navigate } from "react-router";

/** Any other path opens the sign-in screen, which redirects members to their start. */
export default function NotFound() {
  return <Navigate to="/login" replace />;
}
